// How git calls branches and tags.
export const branchPrefix = 'refs/heads/';
export const tagPrefix = 'refs/tags/';
