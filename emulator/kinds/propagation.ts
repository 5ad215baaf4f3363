/** Holds an object until its dependents are gone. */
export const foreground = "foregroundDeletion";

/** Holds an object until its dependents are let go. */
export const orphan = "orphan";

/** What becomes of the dependents of a deleted object, each with the finalizer that holds the object until that is done. */
export const propagationFinalizers = { Foreground: foreground, Background: undefined, Orphan: orphan } as const;

/** One of the three ways, in the words of Kubernetes. */
export type Propagation = keyof typeof propagationFinalizers;
