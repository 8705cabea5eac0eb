/**
 * The steps from upload to ready, in order, and `suggest`, which follows them. To add a step, add a file and a
 * line here.
 */
import { indexStep } from './index.step.js';
import { probeStep } from './probe.step.js';
import { segmentStep } from './chunk.step.js';
import type { ProcessingDeps, Step, StepFactory } from './step.js';
import { SUGGEST } from './runs/run.repository.js';
import { transcribeStep } from './transcribe.step.js';

const factories = {
  probe: probeStep,
  transcribe: transcribeStep,
  segment: segmentStep,
  index: indexStep,
} satisfies Record<string, StepFactory>;

type PipelineStep = keyof typeof factories;
export type StepName = PipelineStep | typeof SUGGEST;
const names = Object.keys(factories) as PipelineStep[];
export const stepNames = [...names, SUGGEST] as unknown as [StepName, ...StepName[]];

export interface NamedStep extends Step {
  name: PipelineStep;
}

export const createPipeline = (deps: ProcessingDeps): NamedStep[] =>
  names.map((name) => ({ name, ...factories[name](deps) }));
