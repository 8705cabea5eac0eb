/** The worker thread of the thread pool tests. */
import { serve } from '../../workers/index.js';
import { AppError } from '../../src/platform/lib/errors.js';
import { poolTasks } from './pool-tasks.js';

serve(() => poolTasks, { AppError });
