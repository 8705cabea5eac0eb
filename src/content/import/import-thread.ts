/** Worker thread that parses large documents. */
import { serveTasks } from '../../platform/lib/serve-tasks.js';
import { importTasks } from './import-tasks.js';

serveTasks(importTasks);
