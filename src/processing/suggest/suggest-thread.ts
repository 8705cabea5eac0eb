/** Worker thread that makes suggestions. */
import { serveTasks } from '../../platform/lib/serve-tasks.js';
import { suggestTasks } from './suggest-tasks.js';

serveTasks(suggestTasks);
