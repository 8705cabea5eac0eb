/** Worker thread that examines media files. */
import { serveTasks } from '../../platform/lib/serve-tasks.js';
import { probeTasks } from './probe-tasks.js';

serveTasks(probeTasks);
