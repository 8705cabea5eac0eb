/** The worker thread that reads, writes and chunks large transcripts. */
import { constants, setPriority } from 'node:os';
import { serve } from '../../workers/index.js';
import { AppError } from '../platform/lib/errors.js';
import { transcriptTasks } from './transcript-tasks.js';

// On Linux, that of this thread alone: requests come first. Elsewhere, it would be that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

serve(() => transcriptTasks, { AppError });
