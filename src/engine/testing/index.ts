/** For tests of widgets and pages: a fake world, and a page driven in words of the screen. */
import './layout.ts';

export { TEST_PERSON, failedCall, fakePorts } from './ports.ts';
export type { Answers, FakePorts, FakeWorld, Noted } from './ports.ts';
export { TestPage, pageOf, testPage } from './page.tsx';
export type { TestOptions } from './page.tsx';
export { renders, testWidgets } from './widgets.tsx';
