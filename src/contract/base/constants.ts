/**
 * Business constants of the platform. Source: platform specification, section 9 unless a line says
 * otherwise.
 */

/** Milliseconds a client waits for a response. */
export const REQUEST_TIMEOUT_MS = 30_000;
/**
 * Reason of a call its caller cancelled (left the page, stopped waiting): not in the catalogue,
 * since no message is shown.
 */
export const CANCELLED = 'CANCELLED';
/**
 * Header with the position in the admission queue: in the response QUEUED, beside Retry-After, and
 * in the retry.
 */
export const TICKET_HEADER = 'queue-ticket';
/** A toast stays this long, in milliseconds. */
export const TOAST_DURATION_MS = 2_000;
/** Default wait, in milliseconds, before typed text is acted on. */
export const DEBOUNCE_MS = 300;
/** A clicked button takes no second click for this long, in milliseconds. */
export const CLICK_GUARD_MS = 1_500;
/** Bounds of an integer field. */
export const INTEGER_MIN = -2_147_483_648;
export const INTEGER_MAX = 2_147_483_647;
/** The longest duration in seconds: a hundred years. */
export const DURATION_MAX = 3_155_760_000;
/** Default number of digits of a decimal field. */
export const DECIMAL_LENGTH = 9;
/**
 * Most digits a decimal may have and still travel as a JSON number without loss (IEEE 754 double:
 * 15).
 */
export const DECIMAL_MAX_PRECISION = 15;
/** Id of the synthetic organisation root 全部. */
export const ORG_ROOT_ID = '-1';

/** Page sizes a list offers, and the one it starts with. */
export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 20;
/** Most records one List answers. */
export const MAX_PAGE_SIZE = 200;
/**
 * Totals are counted exactly up to here, then reported as an estimate: exact counts cost more than
 * they are worth.
 */
export const TOTAL_CAP = 1_000;
/** Most records of one bulk write: bounds the memory and the lock time of one transaction. */
export const MAX_BULK = 5_000;
/** Records that are copied at once, with the rows of their sub-tables. */
export const MAX_COPIES = 200;
/** Records that are shared at once. */
export const MAX_SHARED_AT_ONCE = 100;
/** How long a bulk change can be undone. */
export const BULK_UNDO_HOURS = 24;
/** Records of one export: what a spreadsheet still opens quickly. */
export const MAX_EXPORT_ROWS = 100_000;
/** Hours an exported file can be downloaded. */
export const EXPORT_HOURS = 48;
/** Rows and columns of a file records are imported from, and its bytes. */
export const MAX_RECORD_IMPORT_ROWS = 10_000;
export const MAX_RECORD_IMPORT_COLUMNS = 200;
export const MAX_RECORD_IMPORT_BYTES = 10 * 1024 * 1024;
/** Hours a checked file waits to be imported, and an import can be undone. */
export const IMPORT_HOURS = 24;
/** Fields that are set at once in many records. */
export const MAX_BULK_FIELDS = 20;

/** Filter tree limits (research of peers: deep filters are made by machines, not people). */
export const FILTER_MAX_DEPTH = 5;
export const FILTER_MAX_LEAVES = 50;
export const FILTER_MAX_VALUES = 1_000;
/**
 * Groups and conditions of a filter together: an empty group is none of the conditions counted
 * above, and is read as well.
 */
export const FILTER_MAX_NODES = 200;
/**
 * Characters of one text in a filter, or among the values of a list's `where`, and of all of them:
 * a thousand ids and more, but nothing a condition could make a large text of.
 */
export const CONDITION_MAX_TEXT = 2_000;
export const CONDITION_MAX_TEXTS = 100_000;
/** Most sort keys of a list. */
export const SORT_MAX = 3;
/** Most levels a list is grouped by: more than three are unreadable. */
export const GROUP_LEVELS_MAX = 3;
/**
 * Most groups one answer holds, all levels together: a field with more different values is no field
 * to group by.
 */
export const GROUPS_MAX = 1_000;
/** Most sums of one list: one a visible column, and some columns with two. */
export const SUMMARY_MAX = 60;

/** Most people, roles or departments a view is shown to by name. */
export const MAX_AUDIENCE = 200;
/**
 * Most views of one object that are not personal, and most personal ones of one person: more no row
 * of tabs shows.
 */
export const MAX_VIEWS = 100;
/** Most filters one person keeps for one object. */
export const MAX_FILTER_VIEWS = 50;
/** Most characters of a comment, and most people it mentions. */
export const MAX_COMMENT = 2_000;
export const MAX_MENTIONS = 50;

/**
 * Characters of a name a request gives (an object, a field, a page key). Longer than any name there
 * is: what names nothing is answered as unknown, with the name. And of a reference by path, such as
 * object.field.
 */
export const MAX_NAME = 200;
/**
 * Characters of a name in an address: longer than any name of ours, so that what names nothing is
 * answered as unknown.
 */
export const MAX_PATH_NAME = 1_000;
/**
 * Keys one record of a request may have: its fields, the system's, and room for unknown ones to be
 * named.
 */
export const MAX_RECORD_KEYS = 1_000;

/**
 * Objects, applications, roles and groups of roles of one company: their lists are answered whole.
 */
export const MAX_OBJECTS = 2_000;
export const MAX_APPS = 500;
/** Entries of one application's menu besides its objects. */
export const MAX_NAV_ENTRIES = 100;
/** Days deleted applications, objects and records can be restored. */
export const BIN_DAYS = 30;
/** Records that are deleted for good by one request, with everything that hangs on them. */
export const MAX_PURGED = 500;
/**
 * Records that one deletion touches besides those named: deleted with them, or with a link emptied;
 * and how far it goes from one to the next.
 */
export const MAX_DELETED_ALONG = 5_000;
export const MAX_DELETION_DEPTH = 10;
/** Rows and characters of a table an object is made from. */
export const MAX_PASTED_ROWS = 2_000;
export const MAX_PASTED_TEXT = 1_000_000;
/** Records that go along when an object or an application is copied. */
export const MAX_COPIED_RECORDS = 5_000;
export const MAX_ROLES = 1_000;
export const MAX_ROLE_GROUPS = 200;

/** Metadata limits. PostgreSQL takes 1,600 columns a table and dropped ones count on. */
export const MAX_FIELDS = 500;
/** Most sections of one object's forms. */
export const MAX_SECTIONS = 50;
/** Tabs of an object's forms and records: more cannot be found again. */
export const MAX_TABS = 12;
/** Fields a search of records looks in beside the title: each is compared for every record. */
export const MAX_SEARCH_FIELDS = 8;
/**
 * Longest text a search looks in: an index for searching has an entry for each of its characters,
 * rewritten with every change.
 */
export const MAX_SEARCHED_TEXT = 2_000;
/** Longest text a search of records takes. */
export const MAX_SEARCH_TEXT = 100;
export const MAX_OPTIONS = 500;
/** Levels of a cascade's options: deeper trees cannot be shown side by side. */
export const MAX_OPTION_LEVELS = 5;
export const MAX_LABEL = 50;
/** Characters of the unit beside a number. */
export const MAX_UNIT = 10;
/**
 * Columns of a sub-table's row, and rows of one record: a windowed table of them stays quick, and
 * one write stays one statement.
 */
export const MAX_ROW_FIELDS = 50;
export const MAX_ROWS = 2_000;
/** Ids one field that holds several may hold. */
export const MAX_REFS = 200;
/** Characters of an expression a builder writes, and conditions of one field. */
export const MAX_FORMULA = 2_000;
export const MAX_RULES = 10;
/** Fields that one lookup fills in, and that are shown beside the titles of its candidates. */
export const MAX_FILLS = 20;
export const MAX_SHOWN_BESIDE = 5;
/**
 * Formulas that refer to formulas: deeper ones are written into one SQL text and grow with every
 * step.
 */
export const MAX_FORMULA_DEPTH = 5;
/** Stars of a rating at most, and unless the builder says otherwise. */
export const MAX_RATING = 10;
export const DEFAULT_RATING = 5;
export const MAX_TEXT = 500;
export const MAX_LONG_TEXT = 20_000;
/** One uploaded file, in bytes. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;
export const MAX_FILES_PER_FIELD = 20;
/**
 * Longest sides of the small pictures the server makes of a stored one, in pixels: for a line of a
 * table, for a square, for the cover of a card. Twice what they are drawn at.
 */
export const PICTURE_EDGES = [96, 320, 640] as const;
export type PictureEdge = (typeof PICTURE_EDGES)[number];
/**
 * Most characters of a portrait or logo as a call carries it: base64 of the small square the
 * program makes of a picture.
 */
export const MAX_PICTURE_TEXT = 400_000;
/** Time zone dates without one are read in. */
export const TIME_ZONE = 'Asia/Shanghai';

/** Stands for the author of what was filled in without saying who. No person has it. */
export const ANONYMOUS_USER_ID = '0';

/** Days of the calendar that differ from their weekday: a page goes through them one by one. */
export const MAX_CALENDAR_DAYS = 1_000;
/** Days in a row that are set at once: the longest year. */
export const MAX_DAYS_IN_A_ROW = 366;

/** Bytes of a BPMN file: a template of 300 nodes has half of it. */
export const MAX_BPMN_BYTES = 1_000_000;
