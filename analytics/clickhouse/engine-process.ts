/** The entry of the process of the embedded ClickHouse. */
import { serve } from '../../workers/index.js';
import { openEngine } from './engine.js';
import { ENGINE_ERRORS } from './errors.js';

serve(openEngine, ENGINE_ERRORS);
