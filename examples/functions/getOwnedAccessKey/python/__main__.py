import pulumi
import pulumi_vcluster_platform as platform

ci = platform.get_owned_access_key_output(name="ci-key")

pulumi.export("expiresAt", ci.expires_at)
