/** A number as people write it: `1,000`. */
export const inDigits = (count: number): string => count.toLocaleString("en-US");

/** A number of things: `1 resource`, `1,000 resources`. */
export const counted = (count: number, thing: string): string => `${inDigits(count)} ${thing}${count === 1 ? "" : "s"}`;
