/** The worker thread that reads what media files are. */
import { serve } from '../../../workers/index.js';
import { AppError } from '../../platform/lib/errors.js';
import { probeTasks } from './probe-tasks.js';

serve(() => probeTasks, { AppError });
