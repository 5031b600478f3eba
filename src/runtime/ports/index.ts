/**
 * What a running page needs of the world around it; src/app hands the real ports in, tests their
 * own.
 */
export { absoluteUrl, addressValues } from './address.ts';
export type {
  CallFailure,
  DocumentKind,
  EnginePorts,
  MachineActor,
  MachineSnapshot,
  NodeFault,
  Person,
  RecentList,
  RecentPage,
  VersionAsk,
  VersionChoice,
  WidgetCard,
  WidgetShelf,
} from './ports.ts';
export { createRecordNews, EVERY_OBJECT, FLOW_WORK } from './record-news.ts';
export { PENDING_ATTRIBUTE, onBeforePrint } from './print-pictures.ts';
