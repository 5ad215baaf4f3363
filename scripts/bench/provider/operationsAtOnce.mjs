/** How many operations are under way at once, said to the engine so that it is the same on every machine. */
export const operationsAtOnce = 16;
