/** The worker thread that reads what media files are. */
import { serveTasks } from '../../platform/lib/serve-tasks.js';
import { probeTasks } from './probe-tasks.js';

serveTasks(probeTasks);
