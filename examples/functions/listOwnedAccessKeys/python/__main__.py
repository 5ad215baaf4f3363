import pulumi
import pulumi_vcluster_platform as platform

found = platform.list_owned_access_keys_output(user="ci-bot")

pulumi.export("keys", found.items)
