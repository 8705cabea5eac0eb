/** The Qdrant engine brings hundreds of modules: they load only where it is used. */
export const loadQdrantEngine = () => import('./qdrant.js');
