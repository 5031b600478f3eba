import { bpmBpmnCalls } from './bpm-bpmn.ts';
import { bpmDraftCalls } from './bpm-drafts.ts';
import { bpmInsightCalls } from './bpm-insight.ts';
import { bpmOutsideCalls } from './bpm-outside.ts';
import { bpmProcessCalls } from './bpm-processes.ts';
import { bpmTemplateCalls } from './bpm-templates.ts';
import { bpmTimeCalls } from './bpm-time.ts';
import { bpmWorkCalls } from './bpm-work.ts';

export const bpmCalls = [
  ...bpmTemplateCalls,
  ...bpmDraftCalls,
  ...bpmInsightCalls,
  ...bpmWorkCalls,
  ...bpmProcessCalls,
  ...bpmTimeCalls,
  ...bpmBpmnCalls,
  ...bpmOutsideCalls,
] as const;
