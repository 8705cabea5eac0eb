/** The engines of the search index. Each brings hundreds of modules, so only the one in use loads, when it is needed. */
export const loadLanceEngine = () => import('./lancedb.js');
export const loadQdrantEngine = () => import('./qdrant.js');
