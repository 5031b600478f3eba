import { Type, type Static, type TSchema } from 'typebox';
import { MAX_FIELDS, MAX_LABEL, MAX_LONG_TEXT, MAX_SECTIONS } from '../base/constants.ts';
import { FieldDescribe, Filter, Id, Labels, ObjectDescribe, oneOf } from './meta.ts';
import { DraftRule, DraftValidation, FormRule, FormValidation, MAX_FORM_RULES } from './rules.ts';
import { Closed } from '../base/closed.ts';
import { ServedDocument } from './page-grant.ts';

/**
 * A smart form: a page for filling in, which creates a record of one object. Its layout is pages of
 * sections of items; only fields in the layout are taken. Fields are named by apiName; drafts and
 * published forms follow renamed fields.
 */
const text = (max: number) => Type.String({ maxLength: max });

/** People a form tells of its submissions. */
const MAX_FORM_NOTIFIED = 50;
/** Pages of one form, shown as steps. */
export const MAX_FORM_PAGES = 10;
/** Forms of one object. */
export const MAX_FORMS = 100;
/**
 * One file of a form filled in by people who are not signed in, in bytes: a phone's picture fits.
 */
export const MAX_FORM_FILE_BYTES = 10 * 1024 * 1024;
/**
 * Hours an uploaded file is retained without a submission: a draft of last week can still be sent.
 */
export const FORM_FILE_KEEP_HOURS = 7 * 24;
/**
 * Records one search of a form's lookup answers: enough to recognise one, too few to copy a list.
 */
export const FORM_LOOKUP_SIZE = 10;
/** Characters a search of a form's lookup needs at least. */
export const FORM_LOOKUP_MIN = 2;

/**
 * A field of the form; what is left out is as the object says. `search` lets a lookup be searched
 * by who fills in, within `filter`.
 */
export const FormField = Closed({
  kind: oneOf(['field'] as const),
  field: Type.String({ minLength: 1, maxLength: 100 }),
  label: Type.Optional(text(MAX_LABEL * 4)),
  help: Type.Optional(text(500)),
  placeholder: Type.Optional(text(100)),
  required: Type.Optional(Type.Boolean()),
  readonly: Type.Optional(Type.Boolean()),
  /** Not shown; the record gets `default`. */
  hidden: Type.Optional(Type.Boolean()),
  default: Type.Optional(Type.Unknown()),
  /** The address of the form may give another default, of a hidden or read-only field too. */
  fromAddress: Type.Optional(Type.Boolean()),
  /** Columns of the section it takes. */
  span: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  search: Type.Optional(Type.Boolean()),
  filter: Type.Optional(Type.Union([Filter, Type.Null()])),
});
export type FormField = Static<typeof FormField>;
export const FormText = Closed({ kind: oneOf(['text'] as const), text: text(MAX_LONG_TEXT) });
export const FormDivider = Closed({ kind: oneOf(['divider'] as const) });
export const FormItem = Type.Union([FormField, FormText, FormDivider]);
export type FormItem = Static<typeof FormItem>;
export const FormSection = Closed({
  title: Type.Optional(text(MAX_LABEL * 4)),
  columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  items: Type.Array(FormItem, { maxItems: MAX_FIELDS }),
});
export type FormSection = Static<typeof FormSection>;
export const FormLayout = Closed({
  /** Shown above the fields. */
  intro: Type.Optional(text(MAX_LONG_TEXT)),
  submitText: Type.Optional(text(20)),
  pages: Type.Array(
    Closed({
      title: Type.Optional(text(MAX_LABEL * 4)),
      sections: Type.Array(FormSection, { maxItems: MAX_SECTIONS }),
    }),
    { minItems: 1, maxItems: MAX_FORM_PAGES },
  ),
});
export type FormLayout = Static<typeof FormLayout>;

export const FORM_MODES = ['member', 'link', 'password', 'anonymous'] as const;
export type FormMode = (typeof FORM_MODES)[number];
/**
 * Who fills in and how often. member: people of the company, signed in; link: anyone with the link,
 * by name when signed in; password: the same with a password; anonymous: anyone with the link,
 * never by name. Times are ISO 8601.
 */
const publishSettings = {
  mode: oneOf(FORM_MODES),
  startAt: Type.Optional(Type.Union([text(40), Type.Null()])),
  endAt: Type.Optional(Type.Union([text(40), Type.Null()])),
  maxSubmits: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()]),
  ),
  /**
   * For members by person. Others are distinguished by their browser only, which is a courtesy, not
   * a lock.
   */
  perUserLimit: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 10_000 }), Type.Null()]),
  ),
  captcha: Type.Optional(Type.Boolean()),
  /** Members who are sent a message of submissions; who made the form when there are none. */
  notify: Type.Optional(Type.Union([Type.Array(Id, { maxItems: MAX_FORM_NOTIFIED }), Type.Null()])),
  successPage: Type.Optional(
    Closed({
      text: Type.Optional(text(500)),
      redirect: Type.Optional(text(500)),
      again: Type.Optional(Type.Boolean()),
    }),
  ),
  allowEdit: Type.Optional(oneOf(['none', 'untilLocked', 'always'] as const)),
  /**
   * The template each submission starts, of the form's object: in the name of the member who fills
   * in, or of who published the form.
   */
  flow: Type.Optional(Type.Union([Id, Type.Null()])),
};
export const FormPublish = Closed(publishSettings);
export type FormPublish = Static<typeof FormPublish>;

export const TERMINALS = ['pc', 'mobile', 'both'] as const;
export const FormBody = Closed({
  terminal: oneOf(TERMINALS),
  layout: FormLayout,
  rules: Type.Array(FormRule, { maxItems: MAX_FORM_RULES }),
  validations: Type.Array(FormValidation, { maxItems: MAX_FORM_RULES }),
  publish: FormPublish,
});
export type FormBody = Static<typeof FormBody>;

const part = <T extends TSchema>(schema: T) => Type.Optional(schema);
/**
 * A form in progress: missing parts count as empty. Stored it is a whole body; its preview reports
 * what prevents publishing it.
 */
export const FormDraft = Closed({
  terminal: part(oneOf(TERMINALS)),
  layout: part(
    Closed({
      ...FormLayout.properties,
      pages: Type.Array(
        Closed({
          title: part(text(MAX_LABEL * 4)),
          sections: part(
            Type.Array(
              Closed({
                ...FormSection.properties,
                items: part(
                  Type.Array(
                    Type.Union([
                      FormField,
                      Closed({ kind: oneOf(['text'] as const), text: part(text(MAX_LONG_TEXT)) }),
                      FormDivider,
                    ]),
                    { maxItems: MAX_FIELDS },
                  ),
                ),
              }),
              { maxItems: MAX_SECTIONS },
            ),
          ),
        }),
        { minItems: 1, maxItems: MAX_FORM_PAGES },
      ),
    }),
  ),
  rules: part(Type.Array(DraftRule, { maxItems: MAX_FORM_RULES })),
  validations: part(Type.Array(DraftValidation, { maxItems: MAX_FORM_RULES })),
  publish: part(FormPublish),
});
export type FormDraft = Static<typeof FormDraft>;

export const FORM_STATUSES = ['draft', 'published', 'stopped'] as const;
export type FormStatus = (typeof FORM_STATUSES)[number];
const head = {
  id: Id,
  object: Type.String(),
  name: Type.String(),
  status: oneOf(FORM_STATUSES),
  mode: oneOf(FORM_MODES),
  publishedVersion: Type.Integer(),
  version: Type.Integer(),
  submits: Type.Integer(),
  changed: Type.Boolean(),
  token: Type.Union([Type.String(), Type.Null()]),
  updatedAt: Type.String(),
};
/** When and how often it takes submissions, as its draft says. */
const window = {
  startAt: Type.Union([Type.String(), Type.Null()]),
  endAt: Type.Union([Type.String(), Type.Null()]),
  maxSubmits: Type.Union([Type.Integer(), Type.Null()]),
};
/**
 * A form in a list; `changed` when the draft differs from what was published before, `token` is the
 * link's.
 */
export const SmartFormHead = Type.Object({ ...head, ...window, terminal: oneOf(TERMINALS) });
export type SmartFormHead = Static<typeof SmartFormHead>;
export const SmartForm = Type.Object({
  ...head,
  ...FormBody.properties,
  hasPassword: Type.Boolean(),
});
export type SmartForm = Static<typeof SmartForm>;

export const FORM_ASPECTS = ['fields', 'rules', 'checks', 'publish'] as const;
export type FormAspect = (typeof FORM_ASPECTS)[number];
/**
 * Something wrong with a draft, and where: the place in the layout (page, section, item; -1: none)
 * or the number of the rule or check.
 */
export const FormFault = Type.Object({
  aspect: oneOf(FORM_ASPECTS),
  part: Type.Integer(),
  group: Type.Integer(),
  item: Type.Integer(),
  index: Type.Integer(),
  path: Type.String(),
  msg: Type.String(),
});
export type FormFault = Static<typeof FormFault>;
export const FORM_STATES = [
  'open',
  'login',
  'password',
  'notBegun',
  'ended',
  'full',
  'stopped',
  'done',
  /** The approval it starts cannot be started. */
  'barred',
] as const;
export type FormState = (typeof FORM_STATES)[number];
/**
 * What a link opens: a page to fill in the form, or to say why it is not open. Only where it is
 * filled in are the rules and the describe of its fields there.
 */
export const OpenedForm = Type.Object({
  state: oneOf(FORM_STATES),
  name: Type.String(),
  page: ServedDocument,
  formVersion: Type.Optional(Type.Integer()),
  captcha: Type.Optional(Type.Boolean()),
  allowEdit: Type.Optional(Type.Boolean()),
  body: Type.Optional(Type.Pick(FormBody, ['terminal', 'rules', 'validations'])),
  describe: Type.Optional(ObjectDescribe),
  /** Of the values of the earlier submission that is changed. */
  labels: Type.Optional(Labels),
});
export type OpenedForm = Static<typeof OpenedForm>;

/**
 * The preview of a draft, for its editor: the form as visitors would open it, its problems, what
 * publishing it would change, and the object's fields with the reason why one cannot be chosen.
 */
export const FormPreview = Type.Object({
  form: OpenedForm,
  faults: Type.Array(FormFault),
  changes: Type.Array(Type.String()),
  palette: Type.Array(
    Type.Object({
      key: Type.String(),
      title: Type.String(),
      icon: Type.String(),
      group: Type.String(),
      used: Type.Boolean(),
      wide: Type.Boolean(),
      /** An address can give its value. */
      address: Type.Boolean(),
      hint: Type.String(),
    }),
  ),
  /** Fields in the form with their labels there; `shown` are those a condition can read. */
  placed: Type.Array(FieldDescribe),
  shown: Type.Array(FieldDescribe),
});
export type FormPreview = Static<typeof FormPreview>;
