/** The steps from upload to ready, in their order. A new step is a file and a line here. */
import { indexStep } from './index.step.js';
import { probeStep } from './probe.step.js';
import { segmentStep } from './segment.step.js';
import type { ProcessingDeps, Step, StepFactory } from './step.js';
import { suggestStep } from './suggest.step.js';
import { transcribeStep } from './transcribe.step.js';

const factories = {
  probe: probeStep,
  transcribe: transcribeStep,
  segment: segmentStep,
  suggest: suggestStep,
  index: indexStep,
} satisfies Record<string, StepFactory>;

export type StepName = keyof typeof factories;
export const stepNames = Object.keys(factories) as [StepName, ...StepName[]];

export interface NamedStep extends Step {
  name: StepName;
}

export const createPipeline = (deps: ProcessingDeps): NamedStep[] =>
  stepNames.map((name) => ({ name, ...factories[name](deps) }));
