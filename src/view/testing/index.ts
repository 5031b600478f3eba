/** For tests of widgets and pages: a fake world, and a page driven in words of the screen. */
import './layout.ts';

export { pageOf, type TestOptions, testPage, TestPage } from './page.tsx';
export {
  type Answers,
  failedCall,
  fakePorts,
  type FakePorts,
  type FakePortsOptions,
  TEST_PERSON,
} from './ports.ts';
export { renders, testWidgets } from './widgets.tsx';
/** For tests of lower rooms, which import view through this index only. */
export { anyProp, defineWidget, props } from '../kit/index.ts';
export { openScope } from './scope.ts';
export { createRegistry } from '../registry/registry.ts';
