// Mail that comes in. Its room messages/ reads a message and finds out what it says, and who sent it.

import './mail-gateway.tables.ts';
export { createMailGatewayFeature } from './feature.ts';
export { mailInCommands } from './mail-gateway.commands.ts';
