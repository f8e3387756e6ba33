// The web application's document, its files, and the addresses that lead to its pages. The pages themselves are web/.
export { createPagesFeature } from './feature.ts';
