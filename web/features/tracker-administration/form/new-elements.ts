// What new fields begin with. Pure.

/** As the server grants them where nobody says otherwise: everybody reads, who is signed in submits, members update. */
export const groupsOfNew = (projectId: number) => ({ readers: '1', submitters: '2', updaters: `${projectId}_3` });
