import type { WidgetDefinition } from '../src/view/kit/index.ts';
import alert from './alert/index.ts';
import appIcon from './appIcon/index.ts';
import appShell from './appShell/index.ts';
import avatar from './avatar/index.ts';
import badge from './badge/index.ts';
import barcode from './barcode/index.ts';
import block from './block/index.ts';
import bulkBar from './bulkBar/index.ts';
import button from './button/index.ts';
import buttonGroup from './buttonGroup/index.ts';
import byScreen from './byScreen/index.ts';
import calendar from './calendar/index.ts';
import card from './card/index.ts';
import captcha from './captcha/index.ts';
import cards from './cards/index.ts';
import changeLog from './changeLog/index.ts';
import chart from './chart/index.ts';
import choiceGrid from './choiceGrid/index.ts';
import choiceMatrix from './choiceMatrix/index.ts';
import code from './code/index.ts';
import checkList from './checkList/index.ts';
import collapse from './collapse/index.ts';
import comments from './comments/index.ts';
import compare from './compare/index.ts';
import conditionBuilder from './conditionBuilder/index.ts';
import dataTable from './dataTable/index.ts';
import densityToggle from './densityToggle/index.ts';
import descriptions from './descriptions/index.ts';
import dialog from './dialog/index.ts';
import divider from './divider/index.ts';
import drawer from './drawer/index.ts';
import dropdown from './dropdown/index.ts';
import empty from './empty/index.ts';
import faultDrill from './faultDrill/index.ts';
import field from './field/index.ts';
import fieldEntries from './fieldEntries/index.ts';
import fieldPicker from './fieldPicker/index.ts';
import fieldSelect from './fieldSelect/index.ts';
import fileList from './fileList/index.ts';
import filterBuilder from './filterBuilder/index.ts';
import filterChips from './filterChips/index.ts';
import form from './form/index.ts';
import formErrors from './formErrors/index.ts';
import formulaEditor from './formulaEditor/index.ts';
import gantt from './gantt/index.ts';
import grantText from './grantText/index.ts';
import grid from './grid/index.ts';
import groupBuilder from './groupBuilder/index.ts';
import hierarchy from './hierarchy/index.ts';
import icon from './icon/index.ts';
import image from './image/index.ts';
import imageCrop from './imageCrop/index.ts';
import input from './input/index.ts';
import jsonEditor from './jsonEditor/index.ts';
import kanban from './kanban/index.ts';
import layoutCanvas from './layoutCanvas/index.ts';
import link from './link/index.ts';
import markdown from './markdown/index.ts';
import memberPicker from './memberPicker/index.ts';
import navItem from './navItem/index.ts';
import navMenu from './navMenu/index.ts';
import outlet from './outlet/index.ts';
import page from './page/index.ts';
import pageEmbed from './pageEmbed/index.ts';
import pagePreview from './pagePreview/index.ts';
import pager from './pager/index.ts';
import palette from './palette/index.ts';
import panel from './panel/index.ts';
import progress from './progress/index.ts';
import qrcode from './qrcode/index.ts';
import recordForm from './recordForm/index.ts';
import recordList from './recordList/index.ts';
import repeat from './repeat/index.ts';
import result from './result/index.ts';
import richText from './richText/index.ts';
import ruleText from './ruleText/index.ts';
import schemaForm from './schemaForm/index.ts';
import scopedChecks from './scopedChecks/index.ts';
import searchBox from './searchBox/index.ts';
import searchList from './searchList/index.ts';
import section from './section/index.ts';
import skeleton from './skeleton/index.ts';
import smartForm from './smartForm/index.ts';
import sortableList from './sortableList/index.ts';
import sortBuilder from './sortBuilder/index.ts';
import split from './split/index.ts';
import stack from './stack/index.ts';
import statistic from './statistic/index.ts';
import steps from './steps/index.ts';
import switchWidget from './switch/index.ts';
import tabs from './tabs/index.ts';
import tag from './tag/index.ts';
import tagList from './tagList/index.ts';
import text from './text/index.ts';
import timeline from './timeline/index.ts';
import toolbar from './toolbar/index.ts';
import tree from './tree/index.ts';
import treeCanvas from './treeCanvas/index.ts';
import undo from './undo/index.ts';
import valueInput from './valueInput/index.ts';
import viewSave from './viewSave/index.ts';
import viewSettings from './viewSettings/index.ts';
import viewTabs from './viewTabs/index.ts';
import widgetSettings from './widgetSettings/index.ts';
import withRow from './with/index.ts';

/**
 * Every widget of the product: one folder, one line. The application hands this list to the engine.
 */
export const widgets: WidgetDefinition[] = [
  alert,
  appIcon,
  appShell,
  avatar,
  badge,
  barcode,
  block,
  bulkBar,
  button,
  buttonGroup,
  byScreen,
  calendar,
  card,
  captcha,
  cards,
  changeLog,
  chart,
  choiceGrid,
  choiceMatrix,
  code,
  checkList,
  collapse,
  comments,
  compare,
  conditionBuilder,
  dataTable,
  densityToggle,
  descriptions,
  dialog,
  divider,
  drawer,
  dropdown,
  empty,
  faultDrill,
  field,
  fieldEntries,
  fieldPicker,
  fieldSelect,
  fileList,
  filterBuilder,
  filterChips,
  form,
  formErrors,
  formulaEditor,
  gantt,
  grantText,
  grid,
  groupBuilder,
  hierarchy,
  icon,
  image,
  imageCrop,
  input,
  jsonEditor,
  kanban,
  layoutCanvas,
  link,
  markdown,
  memberPicker,
  navItem,
  navMenu,
  outlet,
  page,
  pageEmbed,
  pagePreview,
  pager,
  palette,
  panel,
  progress,
  qrcode,
  recordForm,
  recordList,
  repeat,
  result,
  richText,
  ruleText,
  schemaForm,
  scopedChecks,
  searchBox,
  searchList,
  section,
  skeleton,
  smartForm,
  sortableList,
  sortBuilder,
  split,
  stack,
  statistic,
  steps,
  switchWidget,
  tabs,
  tag,
  tagList,
  text,
  timeline,
  toolbar,
  tree,
  treeCanvas,
  undo,
  valueInput,
  viewSave,
  viewSettings,
  viewTabs,
  widgetSettings,
  withRow,
];
