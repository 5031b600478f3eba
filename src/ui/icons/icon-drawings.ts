import type { ComponentType, SVGProps } from 'react';
import IconPlus from '@arco-design/web-react/icon/react-icon/IconPlus';
import IconMinus from '@arco-design/web-react/icon/react-icon/IconMinus';
import IconClose from '@arco-design/web-react/icon/react-icon/IconClose';
import IconCheck from '@arco-design/web-react/icon/react-icon/IconCheck';
import IconCheckCircle from '@arco-design/web-react/icon/react-icon/IconCheckCircle';
import IconCloseCircle from '@arco-design/web-react/icon/react-icon/IconCloseCircle';
import IconExclamationCircle from '@arco-design/web-react/icon/react-icon/IconExclamationCircle';
import IconInfoCircle from '@arco-design/web-react/icon/react-icon/IconInfoCircle';
import IconQuestionCircle from '@arco-design/web-react/icon/react-icon/IconQuestionCircle';
import IconSearch from '@arco-design/web-react/icon/react-icon/IconSearch';
import IconFilter from '@arco-design/web-react/icon/react-icon/IconFilter';
import IconSort from '@arco-design/web-react/icon/react-icon/IconSort';
import IconSortAscending from '@arco-design/web-react/icon/react-icon/IconSortAscending';
import IconSortDescending from '@arco-design/web-react/icon/react-icon/IconSortDescending';
import IconRefresh from '@arco-design/web-react/icon/react-icon/IconRefresh';
import IconSettings from '@arco-design/web-react/icon/react-icon/IconSettings';
import IconMore from '@arco-design/web-react/icon/react-icon/IconMore';
import IconMoreVertical from '@arco-design/web-react/icon/react-icon/IconMoreVertical';
import IconEdit from '@arco-design/web-react/icon/react-icon/IconEdit';
import IconDelete from '@arco-design/web-react/icon/react-icon/IconDelete';
import IconCopy from '@arco-design/web-react/icon/react-icon/IconCopy';
import IconSave from '@arco-design/web-react/icon/react-icon/IconSave';
import IconUndo from '@arco-design/web-react/icon/react-icon/IconUndo';
import IconRedo from '@arco-design/web-react/icon/react-icon/IconRedo';
import IconDownload from '@arco-design/web-react/icon/react-icon/IconDownload';
import IconUpload from '@arco-design/web-react/icon/react-icon/IconUpload';
import IconImport from '@arco-design/web-react/icon/react-icon/IconImport';
import IconExport from '@arco-design/web-react/icon/react-icon/IconExport';
import IconEye from '@arco-design/web-react/icon/react-icon/IconEye';
import IconEyeInvisible from '@arco-design/web-react/icon/react-icon/IconEyeInvisible';
import IconLeft from '@arco-design/web-react/icon/react-icon/IconLeft';
import IconRight from '@arco-design/web-react/icon/react-icon/IconRight';
import IconUp from '@arco-design/web-react/icon/react-icon/IconUp';
import IconDown from '@arco-design/web-react/icon/react-icon/IconDown';
import IconDoubleLeft from '@arco-design/web-react/icon/react-icon/IconDoubleLeft';
import IconDoubleRight from '@arco-design/web-react/icon/react-icon/IconDoubleRight';
import IconArrowLeft from '@arco-design/web-react/icon/react-icon/IconArrowLeft';
import IconArrowRight from '@arco-design/web-react/icon/react-icon/IconArrowRight';
import IconArrowUp from '@arco-design/web-react/icon/react-icon/IconArrowUp';
import IconArrowDown from '@arco-design/web-react/icon/react-icon/IconArrowDown';
import IconCaretDown from '@arco-design/web-react/icon/react-icon/IconCaretDown';
import IconDragDot from '@arco-design/web-react/icon/react-icon/IconDragDot';
import IconDragDotVertical from '@arco-design/web-react/icon/react-icon/IconDragDotVertical';
import IconMenu from '@arco-design/web-react/icon/react-icon/IconMenu';
import IconMenuFold from '@arco-design/web-react/icon/react-icon/IconMenuFold';
import IconMenuUnfold from '@arco-design/web-react/icon/react-icon/IconMenuUnfold';
import IconHome from '@arco-design/web-react/icon/react-icon/IconHome';
import IconApps from '@arco-design/web-react/icon/react-icon/IconApps';
import IconList from '@arco-design/web-react/icon/react-icon/IconList';
import IconUnorderedList from '@arco-design/web-react/icon/react-icon/IconUnorderedList';
import IconOrderedList from '@arco-design/web-react/icon/react-icon/IconOrderedList';
import IconNav from '@arco-design/web-react/icon/react-icon/IconNav';
import IconLayout from '@arco-design/web-react/icon/react-icon/IconLayout';
import IconDashboard from '@arco-design/web-react/icon/react-icon/IconDashboard';
import IconStorage from '@arco-design/web-react/icon/react-icon/IconStorage';
import IconUser from '@arco-design/web-react/icon/react-icon/IconUser';
import IconUserGroup from '@arco-design/web-react/icon/react-icon/IconUserGroup';
import IconUserAdd from '@arco-design/web-react/icon/react-icon/IconUserAdd';
import IconIdcard from '@arco-design/web-react/icon/react-icon/IconIdcard';
import IconLock from '@arco-design/web-react/icon/react-icon/IconLock';
import IconUnlock from '@arco-design/web-react/icon/react-icon/IconUnlock';
import IconPoweroff from '@arco-design/web-react/icon/react-icon/IconPoweroff';
import IconSafe from '@arco-design/web-react/icon/react-icon/IconSafe';
import IconNotification from '@arco-design/web-react/icon/react-icon/IconNotification';
import IconMessage from '@arco-design/web-react/icon/react-icon/IconMessage';
import IconEmail from '@arco-design/web-react/icon/react-icon/IconEmail';
import IconPhone from '@arco-design/web-react/icon/react-icon/IconPhone';
import IconMobile from '@arco-design/web-react/icon/react-icon/IconMobile';
import IconLink from '@arco-design/web-react/icon/react-icon/IconLink';
import IconLaunch from '@arco-design/web-react/icon/react-icon/IconLaunch';
import IconExpand from '@arco-design/web-react/icon/react-icon/IconExpand';
import IconFullscreen from '@arco-design/web-react/icon/react-icon/IconFullscreen';
import IconCalendar from '@arco-design/web-react/icon/react-icon/IconCalendar';
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
import IconTool from '@arco-design/web-react/icon/react-icon/IconTool';
import IconLocation from '@arco-design/web-react/icon/react-icon/IconLocation';
import IconCompass from '@arco-design/web-react/icon/react-icon/IconCompass';
import IconCommon from '@arco-design/web-react/icon/react-icon/IconCommon';
import IconBulb from '@arco-design/web-react/icon/react-icon/IconBulb';
import IconStar from '@arco-design/web-react/icon/react-icon/IconStar';
import IconStarFill from '@arco-design/web-react/icon/react-icon/IconStarFill';
import IconHeart from '@arco-design/web-react/icon/react-icon/IconHeart';
import IconPalette from '@arco-design/web-react/icon/react-icon/IconPalette';
import IconPrinter from '@arco-design/web-react/icon/react-icon/IconPrinter';
import IconQrcode from '@arco-design/web-react/icon/react-icon/IconQrcode';
import IconShareAlt from '@arco-design/web-react/icon/react-icon/IconShareAlt';
import IconSwap from '@arco-design/web-react/icon/react-icon/IconSwap';
import IconSync from '@arco-design/web-react/icon/react-icon/IconSync';
import IconHistory from '@arco-design/web-react/icon/react-icon/IconHistory';
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
import IconEmpty from '@arco-design/web-react/icon/react-icon/IconEmpty';
import IconCaretUp from '@arco-design/web-react/icon/react-icon/IconCaretUp';
import IconCheckCircleFill from '@arco-design/web-react/icon/react-icon/IconCheckCircleFill';
import IconExclamation from '@arco-design/web-react/icon/react-icon/IconExclamation';
import IconFileAudio from '@arco-design/web-react/icon/react-icon/IconFileAudio';
import IconFilePdf from '@arco-design/web-react/icon/react-icon/IconFilePdf';
import IconFileVideo from '@arco-design/web-react/icon/react-icon/IconFileVideo';
import IconLoading from '@arco-design/web-react/icon/react-icon/IconLoading';
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
import { ownDrawings } from './icon-own.tsx';

/**
 * Every drawing of the kit under its name: one lazy chunk, named one by one so that nothing else of
 * Arco's set is bundled.
 */
export const drawings: Record<string, ComponentType<SVGProps<SVGSVGElement>>> = {
  ...ownDrawings,
  plus: IconPlus,
  minus: IconMinus,
  close: IconClose,
  check: IconCheck,
  'check-circle': IconCheckCircle,
  'close-circle': IconCloseCircle,
  'exclamation-circle': IconExclamationCircle,
  'info-circle': IconInfoCircle,
  'question-circle': IconQuestionCircle,
  search: IconSearch,
  filter: IconFilter,
  sort: IconSort,
  'sort-ascending': IconSortAscending,
  'sort-descending': IconSortDescending,
  refresh: IconRefresh,
  settings: IconSettings,
  more: IconMore,
  'more-vertical': IconMoreVertical,
  edit: IconEdit,
  delete: IconDelete,
  copy: IconCopy,
  save: IconSave,
  undo: IconUndo,
  redo: IconRedo,
  download: IconDownload,
  upload: IconUpload,
  import: IconImport,
  export: IconExport,
  eye: IconEye,
  'eye-invisible': IconEyeInvisible,
  left: IconLeft,
  right: IconRight,
  up: IconUp,
  down: IconDown,
  'double-left': IconDoubleLeft,
  'double-right': IconDoubleRight,
  'arrow-left': IconArrowLeft,
  'arrow-right': IconArrowRight,
  'arrow-up': IconArrowUp,
  'arrow-down': IconArrowDown,
  'caret-down': IconCaretDown,
  'drag-dot': IconDragDot,
  'drag-dot-vertical': IconDragDotVertical,
  menu: IconMenu,
  'menu-fold': IconMenuFold,
  'menu-unfold': IconMenuUnfold,
  home: IconHome,
  apps: IconApps,
  list: IconList,
  'unordered-list': IconUnorderedList,
  'ordered-list': IconOrderedList,
  nav: IconNav,
  layout: IconLayout,
  dashboard: IconDashboard,
  storage: IconStorage,
  user: IconUser,
  'user-group': IconUserGroup,
  'user-add': IconUserAdd,
  idcard: IconIdcard,
  lock: IconLock,
  unlock: IconUnlock,
  poweroff: IconPoweroff,
  safe: IconSafe,
  notification: IconNotification,
  message: IconMessage,
  email: IconEmail,
  phone: IconPhone,
  mobile: IconMobile,
  link: IconLink,
  launch: IconLaunch,
  expand: IconExpand,
  fullscreen: IconFullscreen,
  calendar: IconCalendar,
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
  tool: IconTool,
  location: IconLocation,
  compass: IconCompass,
  common: IconCommon,
  bulb: IconBulb,
  star: IconStar,
  'star-fill': IconStarFill,
  heart: IconHeart,
  palette: IconPalette,
  printer: IconPrinter,
  qrcode: IconQrcode,
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
  history: IconHistory,
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
  empty: IconEmpty,
  'caret-up': IconCaretUp,
  'check-circle-fill': IconCheckCircleFill,
  exclamation: IconExclamation,
  'file-audio': IconFileAudio,
  'file-pdf': IconFilePdf,
  'file-video': IconFileVideo,
  loading: IconLoading,
};
