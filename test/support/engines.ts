/**
 * Which engines the tests have really used: each leaves a mark once it has answered, and the run ends by naming them.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { EngineName } from './engine-report.js';

/** To be called when the engine has answered, not when it is configured. */
export const engineUsed = (name: EngineName): void => writeFileSync(join(inject('engineMarks'), name), '');
