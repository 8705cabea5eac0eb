/** The worker thread for tests of the thread pool. */
import { serveTasks } from '../../src/platform/lib/serve-tasks.js';
import { poolTasks } from './pool-tasks.js';

serveTasks(poolTasks);
