/** Worker thread that parses, writes and chunks large transcripts. */
import { serveTasks } from '../../platform/lib/serve-tasks.js';
import { transcriptTasks } from './transcript-tasks.js';

serveTasks(transcriptTasks);
