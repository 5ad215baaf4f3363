/** Whether a text has an encoding: half of a surrogate pair has none. */
export const isUnicode = (text: string): boolean => !/\p{Surrogate}/u.test(text);
