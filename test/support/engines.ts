/** Records which engines the tests used: each leaves a mark after its first response. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { EngineName } from './engine-report.js';

/** Call it when the engine has responded, not when it is configured. */
export const engineUsed = (name: EngineName): void => writeFileSync(join(inject('engineMarks'), name), '');
