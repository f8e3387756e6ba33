/** Of a column with pictures and names, in pixels. */
export const widthOfPeople = 212;
