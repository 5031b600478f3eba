import type { ComponentType, SVGProps } from 'react';
import IconLink from '@arco-design/web-react/icon/react-icon/IconLink';
import IconUserAdd from '@arco-design/web-react/icon/react-icon/IconUserAdd';
import IconHistory from '@arco-design/web-react/icon/react-icon/IconHistory';
import IconStorage from '@arco-design/web-react/icon/react-icon/IconStorage';
import IconMobile from '@arco-design/web-react/icon/react-icon/IconMobile';
import IconEmail from '@arco-design/web-react/icon/react-icon/IconEmail';
import IconQrcode from '@arco-design/web-react/icon/react-icon/IconQrcode';
import IconDownload from '@arco-design/web-react/icon/react-icon/IconDownload';
import IconImport from '@arco-design/web-react/icon/react-icon/IconImport';
import IconIdcard from '@arco-design/web-react/icon/react-icon/IconIdcard';
import IconQuestionCircle from '@arco-design/web-react/icon/react-icon/IconQuestionCircle';
import IconSortAscending from '@arco-design/web-react/icon/react-icon/IconSortAscending';
import IconSortDescending from '@arco-design/web-react/icon/react-icon/IconSortDescending';
import IconMoreVertical from '@arco-design/web-react/icon/react-icon/IconMoreVertical';
import IconSave from '@arco-design/web-react/icon/react-icon/IconSave';
import IconUndo from '@arco-design/web-react/icon/react-icon/IconUndo';
import IconRedo from '@arco-design/web-react/icon/react-icon/IconRedo';
import IconUpload from '@arco-design/web-react/icon/react-icon/IconUpload';
import IconExport from '@arco-design/web-react/icon/react-icon/IconExport';
import IconDoubleLeft from '@arco-design/web-react/icon/react-icon/IconDoubleLeft';
import IconDoubleRight from '@arco-design/web-react/icon/react-icon/IconDoubleRight';
import IconArrowRight from '@arco-design/web-react/icon/react-icon/IconArrowRight';
import IconArrowUp from '@arco-design/web-react/icon/react-icon/IconArrowUp';
import IconArrowDown from '@arco-design/web-react/icon/react-icon/IconArrowDown';
import IconDragDot from '@arco-design/web-react/icon/react-icon/IconDragDot';
import IconDragDotVertical from '@arco-design/web-react/icon/react-icon/IconDragDotVertical';
import IconUnorderedList from '@arco-design/web-react/icon/react-icon/IconUnorderedList';
import IconOrderedList from '@arco-design/web-react/icon/react-icon/IconOrderedList';
import IconNav from '@arco-design/web-react/icon/react-icon/IconNav';
import IconLayout from '@arco-design/web-react/icon/react-icon/IconLayout';
import IconDashboard from '@arco-design/web-react/icon/react-icon/IconDashboard';
import IconUnlock from '@arco-design/web-react/icon/react-icon/IconUnlock';
import IconSafe from '@arco-design/web-react/icon/react-icon/IconSafe';
import IconPhone from '@arco-design/web-react/icon/react-icon/IconPhone';
import IconExpand from '@arco-design/web-react/icon/react-icon/IconExpand';
import IconFullscreen from '@arco-design/web-react/icon/react-icon/IconFullscreen';
import IconCalendarClock from '@arco-design/web-react/icon/react-icon/IconCalendarClock';
import IconClockCircle from '@arco-design/web-react/icon/react-icon/IconClockCircle';
import IconSchedule from '@arco-design/web-react/icon/react-icon/IconSchedule';
import IconAttachment from '@arco-design/web-react/icon/react-icon/IconAttachment';
import IconFile from '@arco-design/web-react/icon/react-icon/IconFile';
import IconFileImage from '@arco-design/web-react/icon/react-icon/IconFileImage';
import IconFolder from '@arco-design/web-react/icon/react-icon/IconFolder';
import IconArchive from '@arco-design/web-react/icon/react-icon/IconArchive';
import IconBook from '@arco-design/web-react/icon/react-icon/IconBook';
import IconTag from '@arco-design/web-react/icon/react-icon/IconTag';
import IconTags from '@arco-design/web-react/icon/react-icon/IconTags';
import IconGift from '@arco-design/web-react/icon/react-icon/IconGift';
import IconTrophy from '@arco-design/web-react/icon/react-icon/IconTrophy';
import IconCompass from '@arco-design/web-react/icon/react-icon/IconCompass';
import IconCommon from '@arco-design/web-react/icon/react-icon/IconCommon';
import IconBulb from '@arco-design/web-react/icon/react-icon/IconBulb';
import IconStar from '@arco-design/web-react/icon/react-icon/IconStar';
import IconStarFill from '@arco-design/web-react/icon/react-icon/IconStarFill';
import IconHeart from '@arco-design/web-react/icon/react-icon/IconHeart';
import IconPalette from '@arco-design/web-react/icon/react-icon/IconPalette';
import IconPrinter from '@arco-design/web-react/icon/react-icon/IconPrinter';
import IconBold from '@arco-design/web-react/icon/react-icon/IconBold';
import IconItalic from '@arco-design/web-react/icon/react-icon/IconItalic';
import IconUnderline from '@arco-design/web-react/icon/react-icon/IconUnderline';
import IconStrikethrough from '@arco-design/web-react/icon/react-icon/IconStrikethrough';
import IconQuote from '@arco-design/web-react/icon/react-icon/IconQuote';
import IconCodeBlock from '@arco-design/web-react/icon/react-icon/IconCodeBlock';
import IconScan from '@arco-design/web-react/icon/react-icon/IconScan';
import IconCamera from '@arco-design/web-react/icon/react-icon/IconCamera';
import IconPen from '@arco-design/web-react/icon/react-icon/IconPen';
import IconEraser from '@arco-design/web-react/icon/react-icon/IconEraser';
import IconShareAlt from '@arco-design/web-react/icon/react-icon/IconShareAlt';
import IconSwap from '@arco-design/web-react/icon/react-icon/IconSwap';
import IconSync from '@arco-design/web-react/icon/react-icon/IconSync';
import IconMindMapping from '@arco-design/web-react/icon/react-icon/IconMindMapping';
import IconBranch from '@arco-design/web-react/icon/react-icon/IconBranch';
import IconFormula from '@arco-design/web-react/icon/react-icon/IconFormula';
import IconCode from '@arco-design/web-react/icon/react-icon/IconCode';
import IconAt from '@arco-design/web-react/icon/react-icon/IconAt';
import IconPublic from '@arco-design/web-react/icon/react-icon/IconPublic';
import IconAlignLeft from '@arco-design/web-react/icon/react-icon/IconAlignLeft';
import IconShareInternal from '@arco-design/web-react/icon/react-icon/IconShareInternal';
import IconLineHeight from '@arco-design/web-react/icon/react-icon/IconLineHeight';
import IconLanguage from '@arco-design/web-react/icon/react-icon/IconLanguage';
import IconSun from '@arco-design/web-react/icon/react-icon/IconSun';
import IconMoon from '@arco-design/web-react/icon/react-icon/IconMoon';
import IconFontColors from '@arco-design/web-react/icon/react-icon/IconFontColors';
import IconSelectAll from '@arco-design/web-react/icon/react-icon/IconSelectAll';
import IconCheckSquare from '@arco-design/web-react/icon/react-icon/IconCheckSquare';
import IconStop from '@arco-design/web-react/icon/react-icon/IconStop';
import IconMinusCircle from '@arco-design/web-react/icon/react-icon/IconMinusCircle';
import IconPlusCircle from '@arco-design/web-react/icon/react-icon/IconPlusCircle';
import IconThunderbolt from '@arco-design/web-react/icon/react-icon/IconThunderbolt';
import IconCustomerService from '@arco-design/web-react/icon/react-icon/IconCustomerService';
import IconImage from '@arco-design/web-react/icon/react-icon/IconImage';
import IconExclamation from '@arco-design/web-react/icon/react-icon/IconExclamation';
import IconFileAudio from '@arco-design/web-react/icon/react-icon/IconFileAudio';
import IconFilePdf from '@arco-design/web-react/icon/react-icon/IconFilePdf';
import IconFileVideo from '@arco-design/web-react/icon/react-icon/IconFileVideo';

/** Drawings that few pages show, loaded when the first of them is shown. */
export const otherDrawings: Record<string, ComponentType<SVGProps<SVGSVGElement>>> = {
  link: IconLink,
  'user-add': IconUserAdd,
  history: IconHistory,
  storage: IconStorage,
  mobile: IconMobile,
  email: IconEmail,
  qrcode: IconQrcode,
  download: IconDownload,
  import: IconImport,
  idcard: IconIdcard,
  'question-circle': IconQuestionCircle,
  'sort-ascending': IconSortAscending,
  'sort-descending': IconSortDescending,
  'more-vertical': IconMoreVertical,
  save: IconSave,
  undo: IconUndo,
  redo: IconRedo,
  upload: IconUpload,
  export: IconExport,
  'double-left': IconDoubleLeft,
  'double-right': IconDoubleRight,
  'arrow-right': IconArrowRight,
  'arrow-up': IconArrowUp,
  'arrow-down': IconArrowDown,
  'drag-dot': IconDragDot,
  'drag-dot-vertical': IconDragDotVertical,
  'unordered-list': IconUnorderedList,
  'ordered-list': IconOrderedList,
  nav: IconNav,
  layout: IconLayout,
  dashboard: IconDashboard,
  unlock: IconUnlock,
  safe: IconSafe,
  phone: IconPhone,
  expand: IconExpand,
  fullscreen: IconFullscreen,
  'calendar-clock': IconCalendarClock,
  'clock-circle': IconClockCircle,
  schedule: IconSchedule,
  attachment: IconAttachment,
  file: IconFile,
  'file-image': IconFileImage,
  folder: IconFolder,
  archive: IconArchive,
  book: IconBook,
  tag: IconTag,
  tags: IconTags,
  gift: IconGift,
  trophy: IconTrophy,
  compass: IconCompass,
  common: IconCommon,
  bulb: IconBulb,
  star: IconStar,
  'star-fill': IconStarFill,
  heart: IconHeart,
  palette: IconPalette,
  printer: IconPrinter,
  bold: IconBold,
  italic: IconItalic,
  underline: IconUnderline,
  strikethrough: IconStrikethrough,
  quote: IconQuote,
  'code-block': IconCodeBlock,
  scan: IconScan,
  camera: IconCamera,
  pen: IconPen,
  eraser: IconEraser,
  'share-alt': IconShareAlt,
  swap: IconSwap,
  sync: IconSync,
  'mind-mapping': IconMindMapping,
  branch: IconBranch,
  formula: IconFormula,
  code: IconCode,
  at: IconAt,
  public: IconPublic,
  'align-left': IconAlignLeft,
  'share-internal': IconShareInternal,
  'line-height': IconLineHeight,
  language: IconLanguage,
  sun: IconSun,
  moon: IconMoon,
  'font-colors': IconFontColors,
  'select-all': IconSelectAll,
  'check-square': IconCheckSquare,
  stop: IconStop,
  'minus-circle': IconMinusCircle,
  'plus-circle': IconPlusCircle,
  thunderbolt: IconThunderbolt,
  'customer-service': IconCustomerService,
  image: IconImage,
  exclamation: IconExclamation,
  'file-audio': IconFileAudio,
  'file-pdf': IconFilePdf,
  'file-video': IconFileVideo,
};
