// Tells the pipeline that rights or definitions changed while a request was on its way, so that it starts anew.

/** Thrown when what was read for the viewer belongs to an older site version than the thing itself. */
export class VersionConflictError extends Error {
  constructor() {
    super('the site changed while the request ran');
    this.name = 'VersionConflictError';
  }
}
