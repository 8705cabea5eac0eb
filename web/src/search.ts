/** `/components.js`: defines `<lectern-search>`, which loads the player on demand. */
import { LecternSearch } from './search/lectern-search.js';

if (!customElements.get('lectern-search')) customElements.define('lectern-search', LecternSearch);
