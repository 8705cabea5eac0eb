/** The thread of the tests of the thread pool. */
import { serveTasks } from '../../src/platform/lib/serve-tasks.js';
import { poolTasks } from './pool-tasks.js';

serveTasks(poolTasks);
