import pulumi
import pulumi_vcluster_platform as platform

developers = platform.get_team_output(name="web-developers")

pulumi.export("users", developers.users)
