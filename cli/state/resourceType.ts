const ourTypes = /^(?:platform:index|pulumi-nodejs:dynamic\/platform):(\w+)$/;
const dynamicTypes = /^pulumi-nodejs:dynamic\/platform:/;

/** The kind of object that a resource of this provider stands for, be it dynamic or not; undefined for those of others. */
export const kindOfType = (type: string): string | undefined => ourTypes.exec(type)?.[1];

/** Whether it is the type of a dynamic resource of this provider's SDK. */
export const isDynamicType = (type: string): boolean => dynamicTypes.test(type);
