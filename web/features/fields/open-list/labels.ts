/** What the editor of an open list holds: labels, those of new values too; of people their user names. */
export type LabelsEdit = { kind: 'labels'; labels: readonly string[] };
