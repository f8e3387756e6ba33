export { describeTepal } from './description.ts';
export { addExplorer } from './explorer.routes.ts';
