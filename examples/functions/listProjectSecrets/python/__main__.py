import pulumi
import pulumi_vcluster_platform as platform

found = platform.list_project_secrets_output(project="payments", limit=10)

pulumi.export("secrets", found.items)
