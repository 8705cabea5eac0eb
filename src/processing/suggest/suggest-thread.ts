/** The worker thread that makes suggestions. */
import { serve } from '../../../workers/index.js';
import { AppError } from '../../platform/lib/errors.js';
import { suggestTasks } from './suggest-tasks.js';

serve(() => suggestTasks, { AppError });
