// The phrases of HTTP statuses. An import of node:http would read every export of it, and one of them loads a whole HTTP
// client with WebSockets; asking for the module at run time does not.

/** The registered phrase, such as `Not Found`, by status. */
export const { STATUS_CODES: statusPhrases } = process.getBuiltinModule('node:http');
