import type { ComponentType, SVGProps } from 'react';
import IconPlus from '@arco-design/web-react/icon/react-icon/IconPlus';
import IconMinus from '@arco-design/web-react/icon/react-icon/IconMinus';
import IconClose from '@arco-design/web-react/icon/react-icon/IconClose';
import IconCheck from '@arco-design/web-react/icon/react-icon/IconCheck';
import IconCheckCircle from '@arco-design/web-react/icon/react-icon/IconCheckCircle';
import IconCloseCircle from '@arco-design/web-react/icon/react-icon/IconCloseCircle';
import IconExclamationCircle from '@arco-design/web-react/icon/react-icon/IconExclamationCircle';
import IconInfoCircle from '@arco-design/web-react/icon/react-icon/IconInfoCircle';
import IconSearch from '@arco-design/web-react/icon/react-icon/IconSearch';
import IconFilter from '@arco-design/web-react/icon/react-icon/IconFilter';
import IconSort from '@arco-design/web-react/icon/react-icon/IconSort';
import IconRefresh from '@arco-design/web-react/icon/react-icon/IconRefresh';
import IconSettings from '@arco-design/web-react/icon/react-icon/IconSettings';
import IconMore from '@arco-design/web-react/icon/react-icon/IconMore';
import IconEdit from '@arco-design/web-react/icon/react-icon/IconEdit';
import IconDelete from '@arco-design/web-react/icon/react-icon/IconDelete';
import IconCopy from '@arco-design/web-react/icon/react-icon/IconCopy';
import IconEye from '@arco-design/web-react/icon/react-icon/IconEye';
import IconEyeInvisible from '@arco-design/web-react/icon/react-icon/IconEyeInvisible';
import IconLeft from '@arco-design/web-react/icon/react-icon/IconLeft';
import IconRight from '@arco-design/web-react/icon/react-icon/IconRight';
import IconUp from '@arco-design/web-react/icon/react-icon/IconUp';
import IconDown from '@arco-design/web-react/icon/react-icon/IconDown';
import IconArrowLeft from '@arco-design/web-react/icon/react-icon/IconArrowLeft';
import IconCaretDown from '@arco-design/web-react/icon/react-icon/IconCaretDown';
import IconMenu from '@arco-design/web-react/icon/react-icon/IconMenu';
import IconMenuFold from '@arco-design/web-react/icon/react-icon/IconMenuFold';
import IconMenuUnfold from '@arco-design/web-react/icon/react-icon/IconMenuUnfold';
import IconHome from '@arco-design/web-react/icon/react-icon/IconHome';
import IconApps from '@arco-design/web-react/icon/react-icon/IconApps';
import IconList from '@arco-design/web-react/icon/react-icon/IconList';
import IconUser from '@arco-design/web-react/icon/react-icon/IconUser';
import IconUserGroup from '@arco-design/web-react/icon/react-icon/IconUserGroup';
import IconLock from '@arco-design/web-react/icon/react-icon/IconLock';
import IconPoweroff from '@arco-design/web-react/icon/react-icon/IconPoweroff';
import IconNotification from '@arco-design/web-react/icon/react-icon/IconNotification';
import IconLaunch from '@arco-design/web-react/icon/react-icon/IconLaunch';
import IconCalendar from '@arco-design/web-react/icon/react-icon/IconCalendar';
import IconTool from '@arco-design/web-react/icon/react-icon/IconTool';
import IconLocation from '@arco-design/web-react/icon/react-icon/IconLocation';
import IconEmpty from '@arco-design/web-react/icon/react-icon/IconEmpty';
import IconCaretUp from '@arco-design/web-react/icon/react-icon/IconCaretUp';
import IconCheckCircleFill from '@arco-design/web-react/icon/react-icon/IconCheckCircleFill';
import IconLoading from '@arco-design/web-react/icon/react-icon/IconLoading';
import IconMessage from '@arco-design/web-react/icon/react-icon/IconMessage';
import { ownDrawings } from './icon-own.tsx';

/**
 * Drawings of the first screens and of lists, under their names: one lazy chunk, named one by one
 * so that nothing else of Arco's set is bundled. The others are in other-drawings.ts.
 */
export const drawings: Record<string, ComponentType<SVGProps<SVGSVGElement>>> = {
  ...ownDrawings,
  message: IconMessage,
  plus: IconPlus,
  minus: IconMinus,
  close: IconClose,
  check: IconCheck,
  'check-circle': IconCheckCircle,
  'close-circle': IconCloseCircle,
  'exclamation-circle': IconExclamationCircle,
  'info-circle': IconInfoCircle,
  search: IconSearch,
  filter: IconFilter,
  sort: IconSort,
  refresh: IconRefresh,
  settings: IconSettings,
  more: IconMore,
  edit: IconEdit,
  delete: IconDelete,
  copy: IconCopy,
  eye: IconEye,
  'eye-invisible': IconEyeInvisible,
  left: IconLeft,
  right: IconRight,
  up: IconUp,
  down: IconDown,
  'arrow-left': IconArrowLeft,
  'caret-down': IconCaretDown,
  menu: IconMenu,
  'menu-fold': IconMenuFold,
  'menu-unfold': IconMenuUnfold,
  home: IconHome,
  apps: IconApps,
  list: IconList,
  user: IconUser,
  'user-group': IconUserGroup,
  lock: IconLock,
  poweroff: IconPoweroff,
  notification: IconNotification,
  launch: IconLaunch,
  calendar: IconCalendar,
  tool: IconTool,
  location: IconLocation,
  empty: IconEmpty,
  'caret-up': IconCaretUp,
  'check-circle-fill': IconCheckCircleFill,
  loading: IconLoading,
};
