import { packageName } from "../../provider/identity.js";

const ourTypes = new RegExp(`^(?:${packageName}:index|pulumi-nodejs:dynamic/${packageName}):(\\w+)$`);
const dynamicTypes = new RegExp(`^pulumi-nodejs:dynamic/${packageName}:`);

/** The kind of object that a resource of this provider stands for, be it dynamic or not; undefined for those of others. */
export const kindOfType = (type: string): string | undefined => ourTypes.exec(type)?.[1];

/** Whether it is the type of a dynamic resource of this provider's SDK. */
export const isDynamicType = (type: string): boolean => dynamicTypes.test(type);
