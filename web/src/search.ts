/** `/components.js`: defines `<lectern-search>`, which loads the player when it is first needed. */
import { LecternSearch } from './search/lectern-search.js';

if (!customElements.get('lectern-search')) customElements.define('lectern-search', LecternSearch);
