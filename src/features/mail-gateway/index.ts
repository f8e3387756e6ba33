import './mail-gateway.tables.ts';
export { messageStatuses } from './mail-gateway.tables.ts';
export { createMailGatewayFeature } from './feature.ts';
