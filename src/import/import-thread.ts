/** The worker thread that reads large documents. */
import { serve } from '../../workers/index.js';
import { AppError } from '../platform/lib/errors.js';
import { importTasks } from './import-tasks.js';

serve(() => importTasks, { AppError });
