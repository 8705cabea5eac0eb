/** The worker thread that reads, writes and chunks large transcripts. */
import { serve } from '../../workers/index.js';
import { AppError } from '../platform/lib/errors.js';
import { transcriptTasks } from './transcript-tasks.js';

serve(() => transcriptTasks, { AppError });
