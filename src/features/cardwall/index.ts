import './cardwall.tables.ts';
export { createCardwallFeature } from './feature.ts';
