/** By this key Pulumi tells its own values, such as a secret or an asset, from a map. */
export const signature = "4dabf18193072939515e22adb298388d";
